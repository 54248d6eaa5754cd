import type { SessionIssuer } from './bench-session.js';
import { type Load, OWN_DIGITS } from './load.js';
import type { BenchTenant } from './platform.js';

const SESSIONS = 16;

const BODY = JSON.stringify({
  email: `contato-${OWN_DIGITS}@example.com`,
  telefone: `+55119${OWN_DIGITS}`,
  nome: 'Ana Beatriz Lima',
  cidade: 'Recife',
  marcadores: ['feira', 'newsletter'],
});

/** The load of `contacts-create`: each contact by one of sixteen sessions of the tenant. */
export async function contactLoad(
  issuer: SessionIssuer,
  tenant: BenchTenant,
): Promise<Omit<Load, 'port' | 'connections' | 'seconds'>> {
  const sessions: string[] = [];
  for (let n = 0; n < SESSIONS; n += 1) sessions.push(await issuer.session(tenant));
  return {
    method: 'POST',
    path: '/v1/contatos',
    headers: sessions.map((session) => ({ Authorization: `Bearer ${session}` })),
    body: BODY,
    expectedStatus: 201,
  };
}
