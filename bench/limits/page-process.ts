// The limit beside `page-serve`: a bare node:http server that writes one buffer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../support/helper-process.js';

function listen({ html }: { html: string }): Promise<number> {
  const body = Buffer.from(html);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length });
    response.end(body);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

answerParent({ listen });
