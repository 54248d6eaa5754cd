import { useState } from 'react';
import { type Client, type UseQueryState, useClient } from 'urql';

interface Known<Data> {
  data: Data;
  /** The operation that it answers, and the client, which is of one account. */
  key: number | undefined;
  client: Client;
}

/** Returns the data of a query: what was read before, if no answer comes now. */
export function useLastKnown<Data, Variables extends object>({
  data,
  error,
  operation,
}: UseQueryState<Data, Variables>): Data | undefined {
  const client = useClient();
  const key = operation?.key;
  const [known, setKnown] = useState<Known<Data> | null>(null);
  if (data && known?.data !== data) setKnown({ data, key, client });
  if (data || !error?.networkError) return data;
  return known?.key === key && known?.client === client ? known.data : undefined;
}
