// The entry of the thread that masks recordings. It knows nothing of the app: no configuration, no secrets, no database.
import { answerTasks } from '#libs/core/process';
import { maskChunk } from './mask-chunk.js';

answerTasks(maskChunk);
