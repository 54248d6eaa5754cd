import { date, dateTime, timeNear } from '#web/i18n/formats.ts';
import { useCommon } from '#web/i18n/common.ts';

/** A column of times: as wide as a time with its date in every language of the page. */
export const OF_TIME = { end: true, width: '184px' } as const;

interface WhenProps {
  at: string | null | undefined;
  /** Its day is enough. */
  day?: boolean;
}

/** A time as people say it, with the exact one on hover. */
export function When({ at, day }: WhenProps) {
  const common = useCommon();
  if (!at) return <>{common.never}</>;
  return (
    <time dateTime={at} title={dateTime(at)}>
      {day ? date(at) : timeNear(at)}
    </time>
  );
}
