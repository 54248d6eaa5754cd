import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWrite } from '#web/graphql/use-write.ts';
import { date, timeOfDay } from '#web/i18n/formats.ts';
import { notify } from './notify.ts';
import { ResendVerificationDocument } from './session.generated.ts';
import { useSession } from './session.ts';
import styles from './shell.module.css';
import { goToSignIn, useSignedOut } from './signed-out.ts';
import { endSupport } from './support.ts';
import { useShellWords } from './words.ts';

/** What a person must know on every screen. */
export function Banners() {
  const words = useShellWords();
  const { me, tenant, support, supportEndsAt } = useSession();
  const signedOut = useSignedOut();
  const { online } = useNetwork();
  const resend = useWrite(ResendVerificationDocument, words.resent);
  const end = async () => {
    if (!(await endSupport(tenant.id))) void notify({ color: 'bad', message: words.supportStays, role: 'alert' });
  };
  return (
    <>
      {!online && <Banner>{words.offline}</Banner>}
      {signedOut === 'here' && (
        <Banner bad action={<BannerButton run={signInBeside}>{words.signIn}</BannerButton>}>
          {words.signedOut}
        </Banner>
      )}
      {support && (
        <Banner action={<BannerButton run={end}>{words.endSupport}</BannerButton>}>
          {words.support(tenant.name)}
          {supportEndsAt && ` ${words.supportEnds(timeOfDay(supportEndsAt))}`}
        </Banner>
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

/** Signs in in another tab, so that what is typed in this one stays. */
const signInBeside = async () => {
  if (!window.open('/auth/login?to=/', '_blank')) goToSignIn();
};

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
