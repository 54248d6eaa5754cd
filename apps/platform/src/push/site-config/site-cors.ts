import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
};

/** Pages of every origin may call, without credentials: the public site key is all that counts. */
@Injectable()
export class SiteCors implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (request.method !== 'OPTIONS') return next();
    response.statusCode = 204;
    response.end();
  }
}
