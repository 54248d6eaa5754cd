// The limit beside `echo`: a bare node:http server that parses JSON and gives it back.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../support/helper-process.js';

function listen(): Promise<number> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

answerParent({ listen });
