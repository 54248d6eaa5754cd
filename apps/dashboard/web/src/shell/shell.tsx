import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useLiveAccount } from '#web/graphql/use-live.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { Banners } from './banners.tsx';
import { CrashBoundary } from './crash.tsx';
import { Gate } from './gate.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { notify } from './notify.ts';
import { wasReloaded } from './reload.ts';
import { placeInstead } from './place-instead.ts';
import { useSession } from './session.ts';
import { useSignedOut } from './signed-out.ts';
import styles from './shell.module.css';
import { useKeys } from './use-keys.ts';
import { useOverlay } from './use-overlay.ts';
import { useShellWords } from './words.ts';

const Drawer = lazy(() => import('./drawer.tsx'));
const Keys = lazy(() => import('./keys.tsx'));
const Palette = lazy(() => import('./palette.tsx'));
const Refused = lazy(() => import('./refused.tsx'));

export function Shell() {
  const refused = useSignedOut() === 'refused';
  if (refused) {
    return (
      <Suspense>
        <Refused />
      </Suspense>
    );
  }
  return (
    <Gate>
      <Frame />
    </Gate>
  );
}

/** The header, the navigation and the screen. */
function Frame() {
  const words = useShellWords();
  const language = useLanguage();
  const { pathname } = useLocation();
  const session = useSession();
  const elsewhere = placeInstead(pathname, session);
  useLiveAccount(session.tenant.id, session.support);
  const palette = useOverlay();
  const keys = useOverlay();
  const navigation = useOverlay();
  useKeys({ palette: palette.open, keys: keys.open });
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (wasReloaded()) void notify({ message: words.reloaded, role: 'status' });
  }, [words]);
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {words.goToContent}
      </a>
      <Header openPalette={palette.open} openKeys={keys.open} openNavigation={navigation.open} />
      <div className={styles.side}>
        <Navigation />
      </div>
      <main className={styles.main} id="content" tabIndex={-1}>
        <Banners />
        <CrashBoundary at={pathname}>{elsewhere ? <Navigate to={elsewhere} replace /> : <Outlet />}</CrashBoundary>
      </main>
      <Suspense>
        {palette.asked && <Palette opened={palette.opened} close={palette.close} />}
        {keys.asked && <Keys opened={keys.opened} close={keys.close} />}
        {navigation.asked && <Drawer opened={navigation.opened} close={navigation.close} />}
      </Suspense>
    </div>
  );
}
