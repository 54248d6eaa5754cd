import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import { useSession } from './session.ts';
import { SwitcherButton } from './menu-buttons.tsx';
import { tenant as chosenTenant } from './tenant.ts';
import { useShellWords } from './words.ts';

/** The accounts of the user; choosing one shows everything of it. */
export default function TenantSwitcher() {
  const words = useShellWords();
  const { me, tenant } = useSession();
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <SwitcherButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.accounts}</Menu.Label>
        {me.tenants.map(({ id, name }) => (
          <Menu.Item
            key={id}
            aria-current={id === tenant.id || undefined}
            rightSection={id === tenant.id && <Check size={14} aria-hidden />}
            onClick={() => chosenTenant.set(id)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/new-account" leftSection={<Plus size={14} aria-hidden />}>
          {words.newTenant}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
