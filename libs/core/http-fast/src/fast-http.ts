import type { ServerResponse } from 'node:http';
import type { FastHttp } from '#libs/core/http';
import type { DirectRoutes } from './direct-routes.js';
import { EndOfTick } from './end-of-tick.js';
import { createFastServer } from './fast-server.js';

const answers = new EndOfTick<{ response: ServerResponse; text: string }>(({ response, text }) => response.end(text));

/**
 * Makes an app answer faster, without a change of its answers; for `createApp`.
 * @param direct routes that are answered before Express
 */
export function fastHttp(direct?: DirectRoutes): FastHttp {
  return {
    createServer: (express) => createFastServer(express, direct),
    end: (response, text) => answers.add({ response, text }),
    runBy: (run) => direct?.runBy(run),
  };
}
