import { Menu, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Check, Keyboard, Languages, LogOut, Moon, ShieldCheck, Sun, SunMoon, User } from 'lucide-react';
import { useWrite } from '#web/graphql/use-write.ts';
import { type Language, LANGUAGES, nameOf, setLanguage, useLanguage } from '#web/i18n/language.ts';
import { ChooseLanguageDocument } from './session.generated.ts';
import { useSession } from './session.ts';
import { UserButton } from './menu-buttons.tsx';
import { signOut } from './sign-out.ts';
import { useShellWords } from './words.ts';

const SCHEMES = [
  ['light', Sun],
  ['dark', Moon],
  ['auto', SunMoon],
] as const;

/** Who is signed in, and how they like the page. */
export default function UserMenu({ openKeys }: { openKeys: () => void }) {
  const words = useShellWords();
  const language = useLanguage();
  const { me, support } = useSession();
  const save = useWrite(ChooseLanguageDocument);
  const choose = (tag: Language) => {
    setLanguage(tag);
    // The other browsers of the user follow. A support session changes no profile.
    if (!support) void save.run({ language: nameOf(tag) });
  };
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <UserButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.email}</Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<User size={16} aria-hidden />}>
          {words.profile}
        </Menu.Item>
        <Menu.Item component={Link} to="/account/security" leftSection={<ShieldCheck size={16} aria-hidden />}>
          {words.security}
        </Menu.Item>
        <Menu.Item onClick={openKeys} leftSection={<Keyboard size={16} aria-hidden />} rightSection="?">
          {words.keys}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.appearance}</Menu.Label>
        {SCHEMES.map(([scheme, Icon]) => (
          <Menu.Item
            key={scheme}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(scheme)}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={colorScheme === scheme && <Check size={14} aria-hidden />}
          >
            {words[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{words.language}</Menu.Label>
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <Menu.Item
            key={tag}
            lang={tag}
            onClick={() => choose(tag as Language)}
            leftSection={<Languages size={16} aria-hidden />}
            rightSection={language === tag && <Check size={14} aria-hidden />}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()} leftSection={<LogOut size={16} aria-hidden />}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
