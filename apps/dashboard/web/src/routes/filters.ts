import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** The filters of a list, which are in its address, so that a link shows the same. */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, (change: Partial<Record<Name, string | null>>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const key = names.join();
  const filters = useMemo(() => pick(search, key.split(',') as Name[]), [search, key]);
  const navigate = useNavigate();
  const change = useCallback(
    (wanted: Partial<Record<Name, string | null>>) => {
      void navigate({ to: '.', search: ((old: object) => without({ ...old, ...wanted })) as never, replace: true });
    },
    [navigate],
  );
  return [filters, change];
}

/** The filters among the parameters of an address; numbers that the router has read come back as texts. */
export function pick<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found = names.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(found) as Partial<Record<Name, string>>;
}

const without = (search: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== null && value !== ''));
