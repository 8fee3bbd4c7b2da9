#!/usr/bin/env node
import { createRequire } from 'node:module';
import { processTerminal } from '../../engine/node/terminal.ts';
import { run } from './program.ts';

const { version } = createRequire(import.meta.url)('evalsmith/package.json') as { version: string };

process.exitCode = await run(process.argv.slice(2), processTerminal(), version);
