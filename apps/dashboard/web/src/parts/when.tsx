import { dateTime, timeNear } from '#web/i18n/formats.ts';
import { useCommon } from '#web/i18n/common.ts';

/** A time as people say it, with the exact one on hover. */
export function When({ at }: { at: string | null | undefined }) {
  const common = useCommon();
  if (!at) return <>{common.never}</>;
  return (
    <time dateTime={at} title={dateTime(at)}>
      {timeNear(at)}
    </time>
  );
}
