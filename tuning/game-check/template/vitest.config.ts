// Of its own, so that a project around this folder does not decide which tests are run.
import { defineConfig } from 'vitest/config';

export default defineConfig({});
