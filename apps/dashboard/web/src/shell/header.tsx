import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import mark from '#web/theme/mark.svg';
import { SwitcherButton, UserButton } from './menu-buttons.tsx';
import styles from './shell.module.css';
import { useShellWords } from './words.ts';

// What opens over the page is loaded after the first sight of it.
const TenantSwitcher = lazy(() => import('./tenant-switcher.tsx'));
const UserMenu = lazy(() => import('./user-menu.tsx'));

interface HeaderProps {
  openPalette(): void;
  openKeys(): void;
  openNavigation(): void;
}

export function Header({ openPalette, openKeys, openNavigation }: HeaderProps) {
  const words = useShellWords();
  return (
    <header className={styles.header}>
      <ActionIcon className={styles.burger} variant="subtle" size="lg" aria-label={words.menu} onClick={openNavigation}>
        <MenuIcon size={20} />
      </ActionIcon>
      <Link to="/" className={styles.brand} aria-label="Service">
        <img src={mark} alt="" width={28} height={28} />
        <span>Service</span>
      </Link>
      <Suspense fallback={<SwitcherButton />}>
        <TenantSwitcher />
      </Suspense>
      <div className={styles.space} />
      <button type="button" className={styles.finder} onClick={openPalette}>
        <Search size={16} aria-hidden />
        <span>{words.palette}</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      <Suspense fallback={<UserButton />}>
        <UserMenu openKeys={openKeys} />
      </Suspense>
    </header>
  );
}
