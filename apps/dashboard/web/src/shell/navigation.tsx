import { Link } from '@tanstack/react-router';
import { PLACES, usePlaceWords } from './places.ts';
import { useSession } from './session.ts';
import { useShellWords } from './words.ts';
import styles from './shell.module.css';

/** The list of screens. `onGo` closes the drawer on a phone. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const words = usePlaceWords();
  const shell = useShellWords();
  const { operator, tenant } = useSession();
  return (
    <nav aria-label={shell.navigation}>
      {PLACES.filter((group) => (group.operator ? operator : tenant.id)).map(({ name, places }) => (
        <div className={styles.group} key={name ?? ''}>
          {name && <p className={styles.groupName}>{words[name]}</p>}
          <ul>
            {places.map(({ name: place, to, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={styles.place}
                  activeOptions={{ exact: to === '/' || to === '/console', includeSearch: false }}
                  onClick={onGo}
                >
                  <Icon size={18} aria-hidden />
                  {words[place]}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
