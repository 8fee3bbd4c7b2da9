// A process that passes bytes on to this host's port, late in both directions, where the kernel cannot delay packets itself:
// slow-relay.js LISTEN_PORT PORT MILLISECONDS.
import { connect, createServer, type Socket } from 'node:net';

const [listenPort, port, milliseconds] = process.argv.slice(2).map(Number);

function pass(from: Socket, to: Socket): void {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), milliseconds));
  from.on('close', () => setTimeout(() => to.destroy(), milliseconds));
  from.on('error', () => {
    // The end that is left is closed too.
  });
}

createServer((near) => {
  const far = connect(port, '127.0.0.1');
  pass(near, far);
  pass(far, near);
}).listen(listenPort, () => console.log('listening'));
