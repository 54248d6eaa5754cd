import { once } from 'node:events';
import { connect } from 'node:net';

/** The status of a request whose target is sent as given. */
export async function statusOfRaw(url: string, target: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ Host: `${hostname}:${port}`, Connection: 'close', ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`GET ${target} HTTP/1.1\r\n${head}\r\n`);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}
