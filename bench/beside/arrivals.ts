/** A message in a mailbox. */
export interface Arrival {
  /** Address of the mailbox. */
  to: string;
  /** Without angle brackets. */
  messageId: string;
}

const SHOWN = 3;

/** @throws Error unless each message that was accepted has arrived once in its mailbox, and nothing else has */
export function assertArrivedOnce(side: string, accepted: readonly Arrival[], arrived: readonly Arrival[]): void {
  const times = new Map(accepted.map((one) => [nameOf(one), 0]));
  const strange: string[] = [];
  for (const name of arrived.map(nameOf)) {
    const before = times.get(name);
    if (before === undefined) strange.push(name);
    else times.set(name, before + 1);
  }
  const of = (isMeant: (count: number) => boolean) => [...times].filter(([, n]) => isMeant(n)).map(([name]) => name);
  const faults = Object.entries({ missing: of((n) => n === 0), 'there twice': of((n) => n > 1), strange })
    .filter(([, names]) => names.length > 0)
    .map(([fault, names]) => `${names.length} ${fault} (${names.slice(0, SHOWN).join(', ')})`);
  if (faults.length > 0) throw new Error(`${side} accepted ${accepted.length} messages: ${faults.join('; ')}`);
}

function nameOf({ to, messageId }: Arrival): string {
  return `${messageId} to ${to}`;
}
