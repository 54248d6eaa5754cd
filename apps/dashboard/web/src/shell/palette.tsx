import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { PLACES, usePlaceWords } from './places.ts';
import { useSession } from './session.ts';
import { useShellWords } from './words.ts';

/** Opens any screen by a few letters of its name, and finds messages. */
export default function Palette({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useShellWords();
  const places = usePlaceWords();
  const navigate = useNavigate();
  const { operator, tenant } = useSession();
  const [query, setQuery] = useState('');
  const go = (to: string, search?: object) => {
    close();
    setQuery('');
    void navigate({ to, search: search as never });
  };
  const actions: SpotlightActionData[] = PLACES.filter((group) => (group.operator ? operator : tenant.id))
    .flatMap((group) => group.places)
    .map(({ name, to, icon: Icon }) => ({
      id: to,
      label: places[name],
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => go(to),
    }));
  if (query.trim() && tenant.id) {
    actions.push({
      id: 'find',
      label: words.paletteMessages(query.trim()),
      leftSection: <Search size={18} aria-hidden />,
      onClick: () => go('/messages', { q: query.trim() }),
    });
  }
  return (
    <Spotlight
      actions={actions}
      forceOpened={opened}
      onSpotlightClose={close}
      query={query}
      onQueryChange={setQuery}
      nothingFound={words.paletteEmpty}
      highlightQuery
      shortcut={null}
      limit={12}
      searchProps={{
        placeholder: words.palette,
        'aria-label': words.palette,
        leftSection: <Search size={18} aria-hidden />,
      }}
    />
  );
}
