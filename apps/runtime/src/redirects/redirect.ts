import type { DirectAnswer } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';

const STATUSES: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** An address that leads elsewhere. */
export class ServedRedirect {
  readonly kind = 'redirect';
  readonly bytes = 1_000;

  private constructor(
    readonly tenantId: TenantId,
    private readonly status: number,
    readonly target: string,
  ) {}

  /** Null for a target that is neither an http(s) URL nor a path of the same host. */
  static of(tenantId: TenantId, status: number, target: string): ServedRedirect | null {
    const safe = safeTarget(target);
    return safe === null || !STATUSES.has(status) ? null : new ServedRedirect(tenantId, status, safe);
  }

  /** @param query of the request, with its question mark; it goes along */
  answer(query = ''): DirectAnswer {
    return redirectTo(this.status, withQuery(this.target, query));
  }
}

/** @param location a safe one, see {@link safeTarget} */
export const redirectTo = (status: number, location: string): DirectAnswer => ({
  status,
  headers: ['Location', location],
});

/**
 * The target as a header may have it; null for anything but an absolute http(s) URL or a path. `//host` and `/\host` are
 * hosts to a browser.
 */
export function safeTarget(target: string): string | null {
  if (/^\/(?![/\\])/.test(target)) {
    const { pathname, search, hash, host } = new URL(target, 'http://path');
    return host === 'path' && !pathname.startsWith('//') ? pathname + search + hash : null;
  }
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return null;
  return new URL(target).href;
}

/** Puts a query before the fragment and behind a query that is there. */
export function withQuery(target: string, query: string): string {
  if (query.length < 2) return target;
  const fragment = target.indexOf('#');
  const [base, rest] = fragment < 0 ? [target, ''] : [target.slice(0, fragment), target.slice(fragment)];
  return `${base}${base.includes('?') ? `&${query.slice(1)}` : query}${rest}`;
}
