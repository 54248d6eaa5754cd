import { Drawer } from '@mantine/core';
import { Navigation } from './navigation.tsx';
import { useShellWords } from './words.ts';

/** The navigation on a phone. */
export default function NavigationDrawer({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useShellWords();
  return (
    <Drawer opened={opened} onClose={close} title={words.navigation} size={280}>
      <Navigation onGo={close} />
    </Drawer>
  );
}
