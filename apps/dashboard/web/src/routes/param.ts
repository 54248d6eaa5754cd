import { useParams } from '@tanstack/react-router';

/** The id in the address of a screen. */
export function useIdOfAddress(name = 'id'): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params[name] ?? '';
}
