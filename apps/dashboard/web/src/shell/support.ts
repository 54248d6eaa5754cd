import { useEffect, useState } from 'react';
import type { Problem } from '#web/graphql/problems.ts';
import { tenant } from './tenant.ts';

/** A session in which an operator looks at an account of others. Its token is in the server. */
export interface Support {
  tenantId: string;
  tenantName: string;
  /** ISO 8601. */
  endsAt: string;
}

const PATH = '/auth/support';
const ENDED = 'ended';

/** Tells the other tabs that the session is over. */
const channel = () => new BroadcastChannel('service.support');

/** Begins to look at an account; answers the problem if that is refused. */
export async function enterSupport(tenantId: string, reason: string): Promise<Problem | undefined> {
  const body = JSON.stringify({ tenantId, reason });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(PATH, { method: 'POST', headers, body }).catch(() => null);
  if (!response) return { code: 'Offline' };
  if (!response.ok) return problemOf(await response.json().catch(() => ({})));
  tenant.set(tenantId);
  location.assign('/');
  return undefined;
}

/** Ends the session, here and in every tab; answers false if the server does not hear of it. */
export async function endSupport(tenantId: string): Promise<boolean> {
  const response = await fetch(PATH, { method: 'DELETE' }).catch(() => null);
  if (!response?.ok) return false;
  const others = channel();
  // Of a channel, which has no target: it is heard by tabs of this origin alone.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  others.postMessage(ENDED);
  others.close();
  leave(tenantId);
  return true;
}

/** The session that looks at an account, once it is read. Leaves the account when it ends: by itself, or in another tab. */
export function useSupport(tenantId: string | undefined): Support | undefined {
  const [support, setSupport] = useState<Support>();
  useEffect(() => {
    if (!tenantId) return undefined;
    const others = channel();
    others.addEventListener('message', () => leave(tenantId));
    const look = async () => {
      const open = await read();
      // Not known now is no end.
      if (open === undefined) return;
      if (open?.tenantId === tenantId) setSupport(open);
      else leave(tenantId);
    };
    const lookAgain = () => void (!document.hidden && look());
    document.addEventListener('visibilitychange', lookAgain);
    void look();
    return () => {
      others.close();
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [tenantId]);
  const endsAt = support?.endsAt;
  useEffect(() => {
    if (!tenantId || !endsAt) return undefined;
    const timer = setTimeout(() => leave(tenantId), Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [tenantId, endsAt]);
  return support;
}

/** The open session; null if there is none, undefined if the server does not say. */
async function read(): Promise<Support | null | undefined> {
  try {
    const response = await fetch(PATH);
    return response.ok ? ((await response.json()) as { support: Support | null }).support : undefined;
  } catch {
    return undefined;
  }
}

let leaving = false;

/** Goes back to what is the operator's own, once: this tab hears of the end that it told the others, too. */
function leave(tenantId: string): void {
  if (leaving) return;
  leaving = true;
  tenant.set('');
  location.assign(`/console/tenants/${tenantId}`);
}

function problemOf(answer: { Error?: { Code?: string }; RequestId?: string }): Problem {
  return { code: answer.Error?.Code ?? 'InternalError', requestId: answer.RequestId };
}
