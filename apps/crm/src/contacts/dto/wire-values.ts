import { type Device, DEVICES, type Lifecycle, LIFECYCLES, type Stage, STAGES } from '../contact-values.js';
import { DEVICE_NAMES, LIFECYCLE_NAMES, STAGE_NAMES } from '../../field-catalogue/value-names.js';

/** The stages as the API names them. */
export const WIRE_STAGES = STAGES.map((stage) => STAGE_NAMES[stage]);
export const WIRE_LIFECYCLES = Object.values(LIFECYCLE_NAMES);
export const WIRE_DEVICES = DEVICES.map((device) => DEVICE_NAMES[device]);

export const toWireStage = (stage: Stage): string => STAGE_NAMES[stage];
export const toWireLifecycle = (lifecycle: Lifecycle): string => LIFECYCLE_NAMES[lifecycle];
export const toWireDevice = (device: Device): string => DEVICE_NAMES[device];

/** Undefined for a stage that does not exist. */
export const fromWireStage = (name: string): Stage | undefined => STAGES.find((stage) => STAGE_NAMES[stage] === name);
export const fromWireDevice = (name: string): Device | undefined =>
  DEVICES.find((device) => DEVICE_NAMES[device] === name);
export const fromWireLifecycle = (name: string): Lifecycle | undefined =>
  LIFECYCLES.find((lifecycle) => LIFECYCLE_NAMES[lifecycle] === name);
