import { CONSENT_PATH } from '#libs/sites/tags';

/**
 * The part of the tags' script that remembers a decision, for half a year in a cookie of the account, and has it recorded. A record that
 * was not taken is sent again by the next page, with the same id.
 */
export const CONSENT_DECISIONS = String.raw`
  const KEY = '_cs_' + given.credential.slice(4, 20);
  const DAYS = 182;
  const LETTERS = { funcional: 'f', estatistica: 'e', marketing: 'm' };
  const asked = given.categories.map(({ name }) => name);
  const gpc = navigator.globalPrivacyControl === true;

  const uuid = () =>
    crypto.randomUUID
      ? crypto.randomUUID()
      : '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
          (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16));

  /** The cookie: form, version, letters of what was accepted, visitor, action; and of a record not yet taken its id and time. */
  function readDecision() {
    const found = new RegExp('(?:^|; )' + KEY + '=1\\.([0-9a-f]+)\\.([fem-]+)\\.([0-9a-f-]*)\\.([are])(?:\\.([0-9a-f-]{36})\\.(\\d+))?(?:;|$)')
      .exec(document.cookie);
    if (!found) return null;
    const [, version, letters, visitor, action, pending, at] = found;
    return {
      version,
      accepted: asked.filter((name) => letters.includes(LETTERS[name])),
      visitor,
      action: { a: 'aceitar', r: 'recusar', e: 'escolher' }[action],
      pending,
      at: Number(at),
    };
  }

  function writeDecision({ version, accepted, visitor, action, pending, at }) {
    const letters = accepted.map((name) => LETTERS[name]).join('') || '-';
    const value = ['1', version, letters, visitor, action[0], ...(pending ? [pending, at] : [])].join('.');
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = KEY + '=' + value + '; path=/; max-age=' + DAYS * 86400 + '; SameSite=Lax' + secure;
  }

  /** Has a decision recorded; the cookie tells the next page whether that is still to be done. */
  async function record(decision) {
    const body = JSON.stringify({
      credencial: given.credential,
      decisao: decision.pending,
      visitante: decision.visitor || undefined,
      acao: decision.action,
      categorias: decision.accepted,
      versao: decision.version,
      idioma: given.language,
      ha: Math.max(0, Date.now() - decision.at),
    });
    try {
      // This type needs no question of the browser beforehand.
      const headers = { 'Content-Type': 'text/plain' };
      const answer = await fetch('${CONSENT_PATH}', { method: 'POST', body, headers, keepalive: true, credentials: 'omit' });
      if (answer.status === 429 || answer.status >= 500) return;
    } catch {
      return;
    }
    const now = readDecision();
    if (now && now.pending === decision.pending) writeDecision({ ...now, pending: undefined });
  }
`;
