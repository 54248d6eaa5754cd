import type { SuppressedQuery, SuppressedQueryVariables } from './send.generated.ts';

/** Addresses that one call asks for. */
export const AT_ONCE = 10;

/** The variables that ask for some addresses, ten at most; those that are left over ask for nothing. */
export function variablesFor(addresses: readonly string[]): SuppressedQueryVariables {
  const pairs = Array.from({ length: AT_ONCE }, (_, place) => {
    const address = addresses[place];
    return [
      [`a${place}`, address ?? ''],
      [`has${place}`, address !== undefined],
    ];
  });
  return Object.fromEntries(pairs.flat()) as SuppressedQueryVariables;
}

/** The addresses to which a message of no topic does not go. An entry for one topic alone keeps nothing else back. */
export const blockedIn = (data: SuppressedQuery | undefined): string[] =>
  Object.values(data ?? {}).flatMap((entry) => (isEntry(entry) && isForAll(entry) ? [entry.address] : []));

type Entry = NonNullable<SuppressedQuery['s0']>;

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && 'address' in value;

const isForAll = ({ topicId }: Entry): boolean => topicId == null || topicId === 'none';
