import type { ServerResponse } from 'node:http';
import type { FastHttp } from '#libs/http';
import type { DirectRoutes } from './direct-routes.js';
import { EndOfTick } from './end-of-tick.js';
import { createFastServer } from './fast-server.js';

const answers = new EndOfTick<{ response: ServerResponse; text: string }>(({ response, text }) => response.end(text));

/**
 * What makes an app answer faster and changes nothing of what it answers; for `createApp`.
 * @param direct routes that are answered ahead of all else
 */
export function fastHttp(direct?: DirectRoutes): FastHttp {
  return {
    createServer: (express) => createFastServer(express, direct),
    end: (response, text) => answers.add({ response, text }),
  };
}
