// The entry of the thread that reads raw messages. It knows nothing of the app: no configuration, no secrets, no database.
import { answerTasks } from '#libs/core/process';
import { readParts } from './read-parts.js';

answerTasks(readParts);
