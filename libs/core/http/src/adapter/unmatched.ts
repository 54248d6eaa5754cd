import type { Express, NextFunction, Request, Response } from 'express';
import { Problem } from '../problem/problem.js';

interface Layer {
  route?: { methods: Record<string, boolean> };
  match(path: string): unknown;
}

/** Answers a request that matches no route: OPTIONS of a known path with its methods, a wrong method 405, others 404. */
export function answerUnmatched(express: Express, request: Request, response: Response, next: NextFunction): void {
  const methods = methodsOf(express, request.path);
  if (methods.length === 0) return next(new Problem('NotFound'));
  const allow = methods.join(', ');
  if (request.method !== 'OPTIONS') return next(new Problem('MethodNotAllowed', { headers: { Allow: allow } }));
  response.setHeader('Allow', allow);
  response.statusCode = 204;
  response.end();
}

function methodsOf(express: Express, path: string): string[] {
  const layers = (express.router as unknown as { stack: Layer[] }).stack;
  const known = new Set<string>();
  for (const layer of layers) {
    if (layer.route && matches(layer, path)) Object.keys(layer.route.methods).forEach((method) => known.add(method));
  }
  return allowedMethods([...known].map((method) => method.toUpperCase()).filter((method) => method !== '_ALL'));
}

/** Adds HEAD if GET is allowed, and OPTIONS. */
export function allowedMethods(methods: string[]): string[] {
  if (methods.length === 0) return [];
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
}

/** A path that cannot be decoded matches nothing. */
function matches(layer: Layer, path: string): boolean {
  try {
    return Boolean(layer.match(path));
  } catch {
    return false;
  }
}
