import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate authority of the test's own, ca.crt, and a certificate for a server at some addresses, server.crt. */
export function makeCertificates(folder: string, addresses: readonly string[]): void {
  const file = (name: string) => join(folder, name);
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const root = ['-keyout', file('ca.key'), '-out', file('ca.crt'), '-subj', '/CN=test', '-days', '2'];
  run('req', '-x509', ...key, ...root);
  run('req', ...key, '-keyout', file('server.key'), '-out', file('server.csr'), '-subj', '/CN=queue');
  const names = addresses.map((address) => `IP:${address}`).join(',');
  writeFileSync(file('names'), `subjectAltName=${names}\n`);
  const authority = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '2'];
  const out = ['-in', file('server.csr'), '-out', file('server.crt'), '-extfile', file('names')];
  run('x509', '-req', ...authority, ...out);
}

/** What a Redis needs to speak TLS alone, with the certificates of a folder. */
export function tlsOptions(folder: string, port: number): string[] {
  const files = { 'cert-file': 'server.crt', 'key-file': 'server.key', 'ca-cert-file': 'ca.crt' };
  return [
    '--port',
    '0',
    '--tls-port',
    String(port),
    '--tls-auth-clients',
    'no',
    ...Object.entries(files).flatMap(([option, name]) => [`--tls-${option}`, join(folder, name)]),
  ];
}
