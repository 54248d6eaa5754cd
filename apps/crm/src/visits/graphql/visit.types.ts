import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { VisitObject } from '../visit.dto.js';

const visits = connectionOf('Visit', VisitObject, { max: 200, position: ({ entry }) => [entry.id] });

@ArgsType()
export class VisitConnectionArgs extends visits.Args {}

@ObjectType()
export class VisitConnection extends visits.Connection {}
