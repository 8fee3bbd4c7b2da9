// Part of the build: the versions that an install without esbuild cannot find itself.
import { writeFileAtomically } from './atomic-file.ts';
import { writtenFile, writtenVersions } from './identity.ts';

writeFileAtomically(writtenFile(), `${JSON.stringify(writtenVersions(), undefined, 2)}\n`);
