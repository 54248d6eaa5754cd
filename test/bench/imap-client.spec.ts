import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { foundBy, ImapClient } from '../../bench/beside/imap-client.js';

describe('the IMAP client of the benches', () => {
  let server: Server | undefined;
  afterEach(async () => {
    if (server) await new Promise((closed) => server!.close(closed));
  });

  /** A server that answers LOGIN and SELECT, and any other command by these chunks. */
  async function answering(...chunks: string[]): Promise<ImapClient> {
    server = createServer((socket) => {
      socket.write('* OK ready\r\n');
      socket.on('data', (command) => void answer(socket, command.toString().split(' ')[0]!, command.toString()));
    });
    const answer = async (socket: Socket, tag: string, command: string) => {
      if (/ (LOGIN|SELECT) /.test(command)) return void socket.write(`* 3 EXISTS\r\n${tag} OK done\r\n`);
      for (const chunk of chunks) await new Promise((written) => socket.write(chunk.replaceAll('TAG', tag), written));
    };
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return ImapClient.open((server.address() as AddressInfo).port, 'box', 'secret');
  }

  it('gives all of an answer that comes in pieces, also of one that ends within its last line', async () => {
    const client = await answering('* 1 FETCH (BODY {7}\r\nA2 OK\r\n', ')\r\n', 'TAG OK Fetch', ' completed\r\n');

    expect(await client.ask('FETCH 1 (BODY)')).toMatch(/^\* 1 FETCH[^]*A3 OK Fetch completed\r\n$/);
    await client.stop();
  });

  it('throws what the server refused', async () => {
    const client = await answering('TAG NO [SERVERBUG] not now\r\n');

    await expect(client.ask('SEARCH TEXT x')).rejects.toThrow(/NO \[SERVERBUG\] not now/);
    await client.stop();
  });

  it('reads the numbers of SEARCH, and none of an answer without any', () => {
    expect(foundBy('* SEARCH 3 17 204\r\nA1 OK done\r\n')).toEqual([3, 17, 204]);
    expect(foundBy('* SEARCH\r\nA1 OK done\r\n')).toEqual([]);
    expect(() => foundBy('A1 OK done\r\n')).toThrow(/No answer to SEARCH/);
  });
});
