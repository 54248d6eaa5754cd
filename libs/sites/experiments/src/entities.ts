import type { Entities } from '#libs/core/persistence';
import { ExperimentExposure } from './experiment-exposure.entity.js';
import { ExperimentPhase } from './experiment-phase.entity.js';
import { ExperimentTotal } from './experiment-total.entity.js';
import { ExperimentVariant } from './experiment-variant.entity.js';
import { Experiment } from './experiment.entity.js';
import { PageRouting } from './page-routing.entity.js';

export const EXPERIMENT_ENTITIES: Entities = [
  Experiment,
  ExperimentVariant,
  ExperimentPhase,
  ExperimentExposure,
  ExperimentTotal,
  PageRouting,
];
