import { createSpotlight, Spotlight, type SpotlightActionData, type SpotlightProps } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
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
  const [[store, spotlight]] = useState(createSpotlight);
  // Escape and a click beside it close the library's own state, which tells of it.
  useEffect(() => {
    if (opened) spotlight.open();
    else spotlight.close();
  }, [opened, spotlight]);
  const go = (to: string, search?: object) => {
    close();
    setQuery('');
    void navigate({ to, search: search as never });
  };
  const screens = useScreens(text, go);
  const groups = useFound(opened ? query : '');
  // What is found comes after what is there at once: the library marks one by its place when a person types.
  const actions: SpotlightProps['actions'] = [
    ...(screens.length > 0 ? [{ group: words.foundScreens, actions: screens }] : []),
    ...(text && tenant.id
      ? [
          {
            id: 'find',
            label: words.paletteMessages(text),
            leftSection: <Search size={18} aria-hidden />,
            onClick: () => go('/messages', { q: text }),
          },
        ]
      : []),
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
  ];
  return (
    <Spotlight
      actions={actions}
      filter={(_query, all) => all}
      store={store}
      onSpotlightClose={close}
      query={query}
      onQueryChange={setQuery}
      nothingFound={words.paletteEmpty}
      highlightQuery
      shortcut={null}
      scrollable
      maxHeight={MAX_HEIGHT}
      attributes={{ content: { 'aria-label': words.palette } }}
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
const MAX_HEIGHT = 480;
