import { Spotlight, type SpotlightActionData, type SpotlightProps } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useFound } from './found.ts';
import { PLACES, usePlaceWords } from './places.ts';
import { useSession } from './session.ts';
import { useShellWords } from './words.ts';

/** Opens any screen by a few letters of its name, and finds what all parts of the product have for a text. */
export default function Palette({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useShellWords();
  const navigate = useNavigate();
  const { tenant } = useSession();
  const [query, setQuery] = useState('');
  const text = query.trim();
  const go = (to: string, search?: object) => {
    close();
    setQuery('');
    void navigate({ to, search: search as never });
  };
  const screens = useScreens(text, go);
  const groups = useFound(opened ? query : '');
  const actions: SpotlightProps['actions'] = [
    { group: words.foundScreens, actions: screens },
    ...groups.map(({ title, items, away }) => ({
      group: title,
      actions: away
        ? [{ id: `${title} away`, label: words.paletteAway, disabled: true }]
        : items.map(({ id, label, description, to, search }) => ({
            id,
            label,
            description,
            onClick: () => go(to, search),
          })),
    })),
  ].filter((group) => group.actions.length > 0);
  if (text && tenant.id) {
    actions.push({
      id: 'find',
      label: words.paletteMessages(text),
      leftSection: <Search size={18} aria-hidden />,
      onClick: () => go('/messages', { q: text }),
    });
  }
  return (
    <Spotlight
      actions={actions}
      filter={(_query, all) => all}
      forceOpened={opened}
      onSpotlightClose={close}
      query={query}
      onQueryChange={setQuery}
      nothingFound={words.paletteEmpty}
      highlightQuery
      shortcut={null}
      scrollable
      maxHeight="min(70vh, 560px)"
      searchProps={{
        placeholder: words.palette,
        'aria-label': words.palette,
        leftSection: <Search size={18} aria-hidden />,
      }}
    />
  );
}

/** The screens whose name has the text. */
function useScreens(text: string, go: (to: string) => void): SpotlightActionData[] {
  const places = usePlaceWords();
  const { operator, tenant } = useSession();
  const wanted = text.toLocaleLowerCase();
  return PLACES.filter((group) => (group.operator ? operator : tenant.id))
    .flatMap((group) => group.places)
    .filter(({ name }) => places[name].toLocaleLowerCase().includes(wanted))
    .slice(0, MOST_SCREENS)
    .map(({ name, to, icon: Icon }) => ({
      id: to,
      label: places[name],
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => go(to),
    }));
}

const MOST_SCREENS = 8;
