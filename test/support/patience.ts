import { inject } from 'vitest';
import { setPatience } from '../../libs/testing/src/patience.js';

setPatience(inject('patience'));
