import * as z from 'zod';
import { DocumentType, ProcessingStatus } from '../documents/values.ts';
import { separated } from '../query-values.ts';
import { SORT_FIELDS } from './register.ts';

export const DocumentTypes = separated(DocumentType, 'One type, or several separated by commas; case-insensitive.');
export const ProcessingStatuses = separated(ProcessingStatus, 'One status, or several separated by commas.');

export const SortBy = z.enum(SORT_FIELDS);
