import { All, Controller, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation, Problem } from '#libs/core/http';
import { Credentials } from '../gateway/credentials.js';
import { orUnavailable } from '../app-unavailable.js';
import { TENANT_HEADER } from '../upstreams/call-headers.js';
import { proxiedRoute } from './proxied-routes.js';
import { RestProxy } from './rest-proxy.js';

const PREFIX = '/rest/';

/** Files, uploads and streams of the apps, under the address of the dashboard and with its cookie. */
@ApiTags('Files and streams')
@Controller()
export class RestProxyController {
  constructor(
    private readonly credentials: Credentials,
    private readonly proxy: RestProxy,
  ) {}

  @All('rest/:app/*path')
  @Public()
  @ApiExcludeEndpoint()
  @Operation({
    summary: 'A file, an upload or a stream of an app',
    description:
      'Leads to the route of the app that follows its name, for a closed list of routes. `x-service-tenant` may also stand in the query, as a link cannot send a header.',
    success: { status: 200, contentType: 'application/octet-stream' },
    errors: [401, 403, 404, 503],
    anyQuery: true,
  })
  async pass(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { app, path, query } = targetOf(request.originalUrl);
    const route = proxiedRoute(app, request.method, path);
    if (!route) throw new Problem('NotFound');
    const headers = await this.#headersOf(request, response, query);
    await this.proxy.pass(request, response, { route, path: path + searchOf(query), headers });
  }

  async #headersOf(request: Request, response: Response, query: URLSearchParams): Promise<Record<string, string>> {
    const tenant = query.get(TENANT_HEADER) ?? undefined;
    query.delete(TENANT_HEADER);
    return orUnavailable(() => this.credentials.headersOf(request, response, tenant));
  }
}

function targetOf(url: string): { app: string; path: string; query: URLSearchParams } {
  const [whole = '', search = ''] = splitOnce(url, '?');
  const [app = '', rest = ''] = splitOnce(whole.slice(PREFIX.length), '/');
  return { app, path: `/${rest}`, query: new URLSearchParams(search) };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const searchOf = (query: URLSearchParams): string => (query.size > 0 ? `?${query}` : '');
