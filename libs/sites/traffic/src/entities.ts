import type { Entities } from '#libs/core/persistence';
import { Collected } from './tables/collected.entity.js';
import { CubeDay } from './tables/cube-day.entity.js';
import { EventMonth } from './tables/event-month.entity.js';
import { Event } from './tables/event.entity.js';
import { FormHour } from './tables/form-hour.entity.js';
import { HeatDay } from './tables/heat-day.entity.js';
import { PixelConversion } from './tables/pixel-conversion.entity.js';
import { PixelDomain } from './tables/pixel-domain.entity.js';
import { Pixel } from './tables/pixel.entity.js';
import { ScrollDay } from './tables/scroll-day.entity.js';
import { Session } from './tables/session.entity.js';
import { TotalDay } from './tables/total-day.entity.js';
import { TotalHour } from './tables/total-hour.entity.js';
import { VisitorLead } from './tables/visitor-lead.entity.js';
import { VisitorSalt } from './tables/visitor-salt.entity.js';
import { VisitorSketch } from './tables/visitor-sketch.entity.js';

export const TRAFFIC_ENTITIES: Entities = [
  Event,
  Session,
  TotalHour,
  TotalDay,
  CubeDay,
  HeatDay,
  ScrollDay,
  FormHour,
  VisitorSketch,
  VisitorLead,
  VisitorSalt,
  Collected,
  EventMonth,
  Pixel,
  PixelDomain,
  PixelConversion,
];
