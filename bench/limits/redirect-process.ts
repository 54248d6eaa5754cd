// The limit beside `tracking`: a bare node:http server that redirects every request.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../support/helper-process.js';

function listen({ location }: { location: string }): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(302, { Location: location, 'Content-Length': 0 });
    response.end();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

answerParent({ listen });
