import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { Job } from 'kubernetes-types/batch/v1.js';
import type { Secret } from 'kubernetes-types/core/v1.js';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { commandsOf } from '../../../cli/program.ts';
import { packageFolder } from '../../../store/identity.ts';

// There is no cluster here and no program that builds images: manifests are checked against types that are made from the OpenAPI
// description of Kubernetes, unknown keys included, and the Dockerfile against what it must not leave in the image.
const here = join(packageFolder(), 'tuning', 'play', 'fleet', 'kubernetes');
const textOf = (name: string) => readFileSync(join(here, name), 'utf8');

type Manifest = Job | Secret | Deployment | NetworkPolicy;

const MODULES: Record<string, string> = {
  Job: 'batch',
  Secret: 'core',
  Deployment: 'apps',
  NetworkPolicy: 'networking',
};
const manifests = readdirSync(here)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) =>
    parseAllDocuments(textOf(name)).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    }),
  );
const pods = manifests.flatMap((manifest) =>
  manifest.kind === 'Job' || manifest.kind === 'Deployment' ? [manifest.spec!.template.spec!] : [],
);

describe('manifests of Kubernetes', () => {
  const room = mkdtempSync(join(tmpdir(), 'evalsmith-kubernetes-'));
  symlinkSync(join(packageFolder(), 'node_modules'), join(room, 'node_modules'));
  afterAll(() => rmSync(room, { recursive: true }));

  /** What the compiler says of manifests as values of their types. */
  function problems(all: readonly Manifest[]): string {
    const lines = all.flatMap((manifest, i) => [
      `import type { ${manifest.kind} as Kind${i} } from 'kubernetes-types/${MODULES[manifest.kind!]}/v1.js';`,
      `export const manifest${i}: Kind${i} = ${JSON.stringify(manifest)};`,
    ]);
    writeFileSync(join(room, 'manifests.ts'), lines.join('\n'));
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', '', 'manifests.ts'];
    const tsc = join(packageFolder(), 'node_modules', '.bin', 'tsc');
    return spawnSync(tsc, options, { cwd: room, encoding: 'utf8' }).stdout;
  }

  test('are a Job, a Secret, a Deployment and a policy of the network, each by its schema', () => {
    expect(manifests.map(({ kind }) => kind)).toEqual(['Job', 'Secret', 'Deployment', 'NetworkPolicy']);
    expect(problems(manifests)).toBe('');
  });

  test('would not be taken with a misspelt key, a value of a wrong kind or a part missing', () => {
    const [job, , deployment] = manifests as [Job, Secret, Deployment];
    const wrong = [
      { ...job, spec: { ...job.spec, complitions: 8 } },
      { ...job, spec: { ...job.spec, parallelism: 'all' } },
      { ...deployment, spec: { ...deployment.spec, selector: undefined } },
    ] as unknown as Manifest[];
    const said = problems(wrong);
    for (const [i, key] of [
      'complitions',
      "Type 'string' is not assignable to type 'number'",
      'selector',
    ].entries()) {
      const line = said.split('\n').find((each) => each.startsWith(`manifests.ts(${2 * i + 2},`));
      expect(line).toContain(key);
    }
  });

  test.each(pods.flatMap(({ containers }) => containers.map(({ args }) => args!)))(
    'run a command that there is: %s',
    async (...args) => {
      const { form } = (await commandsOf()).find((command) => command.form.name === args[0])!;
      const flags = Object.keys(form.options).map((name) => `--${name}`);
      expect(flags).toEqual(expect.arrayContaining(args.filter((arg) => arg.startsWith('--'))));
    },
  );

  test('run as nobody who may do more than compute', () => {
    for (const { containers, securityContext } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const container of containers)
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });
});

describe('the Dockerfile', () => {
  const stages = textOf('Dockerfile')
    .split(/^(?=FROM )/m)
    .slice(1);

  test('builds in one stage and runs, not as root, in another that takes only what it needs', () => {
    expect(stages).toHaveLength(2);
    const [build, final] = stages;
    expect(build).toMatch(/^FROM \S+:[\d.]+\S* AS build$/m);
    expect(final).toMatch(/^USER 1000:1000$/m);
    for (const tool of [/\bapt-get\b/, /\bnpm (ci|install|run)\b/, /\bgcc\b/])
      expect(final).not.toMatch(tool);
    expect(final.match(/^COPY .*$/gm)!.every((line) => line.startsWith('COPY --from=build /build/'))).toBe(
      true,
    );
  });

  test('copies what there is, which its list of files to send lets through', () => {
    const sent = textOf('Dockerfile.dockerignore')
      .match(/^!.*$/gm)!
      .map((line) => line.slice(1).split('/')[0]);
    const root = readdirSync(packageFolder());
    const copied = stages[0].match(/^COPY (?!\.).*$/gm)!.flatMap((line) => line.split(' ').slice(1, -1));
    for (const name of copied) {
      expect(root).toContain(name);
      expect(sent).toContain(name);
    }
  });
});
