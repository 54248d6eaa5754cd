import type { RecordStatus } from '#libs/messaging/domains';

/** Whether the name is an alias of the host. */
export function judgeAlias(values: readonly string[], host: string): RecordStatus {
  if (values.length === 0) return 'missing';
  return values.every((value) => value === host) ? 'found' : 'mismatch';
}

/** Whether mail goes to the host first: no other has a lower number. */
export function judgeMx(values: readonly string[], host: string): RecordStatus {
  if (values.length === 0) return 'missing';
  const servers = values.map((value) => {
    const [preference, exchange = ''] = value.split(' ');
    return { preference: Number(preference), exchange };
  });
  const first = Math.min(...servers.map(({ preference }) => preference));
  return servers.some(({ exchange, preference }) => exchange === host && preference === first) ? 'found' : 'mismatch';
}

/** Whether one of the services is at that port of that host; `.` is the host of a service that does not exist. */
export function judgeService(values: readonly string[], port: number, host: string): RecordStatus {
  if (values.length === 0) return 'missing';
  return values.some((value) => value.endsWith(` ${port} ${host}`)) ? 'found' : 'mismatch';
}
