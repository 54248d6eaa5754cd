import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWrite } from '#web/graphql/use-write.ts';
import { date } from '#web/i18n/formats.ts';
import { EndSupportDocument, ResendVerificationDocument } from './session.generated.ts';
import { useSession } from './session.ts';
import styles from './shell.module.css';
import { useShellWords } from './words.ts';

/** What a person must know on every screen. */
export function Banners() {
  const words = useShellWords();
  const { me, tenant, support } = useSession();
  const { online } = useNetwork();
  const end = useWrite(EndSupportDocument);
  const resend = useWrite(ResendVerificationDocument, words.resent);
  const endSupport = async () => {
    if (await end.run({})) location.assign('/console/tenants');
  };
  return (
    <>
      {!online && <Banner>{words.offline}</Banner>}
      {support && (
        <Banner action={<BannerButton run={endSupport}>{words.endSupport}</BannerButton>}>{words.support}</Banner>
      )}
      {tenant.deletesAt ? (
        <Banner bad>{words.deleting(date(tenant.deletesAt))}</Banner>
      ) : (
        tenant.status === 'suspended' && <Banner bad>{words.suspended}</Banner>
      )}
      {!support && !me.emailVerified && (
        <Banner action={<BannerButton run={() => resend.run({})}>{words.resend}</BannerButton>}>
          {words.unverified}
        </Banner>
      )}
    </>
  );
}

function Banner({ bad, action, children }: { bad?: boolean; action?: ReactNode; children: ReactNode }) {
  const Icon = bad ? TriangleAlert : Info;
  return (
    <div className={styles.banner} role={bad ? 'alert' : 'status'} data-mood={bad ? 'bad' : undefined}>
      <Icon size={18} aria-hidden />
      <p>{children}</p>
      {action}
    </div>
  );
}

function BannerButton({ run, children }: { run: () => Promise<unknown>; children: string }) {
  return (
    <Button size="xs" variant="default" onClick={() => void run()}>
      {children}
    </Button>
  );
}
