import * as createTask from './create-task.ts';
import * as deleteTask from './delete-task.ts';
import * as getTask from './get-task.ts';
import * as listTasks from './list-tasks.ts';
import * as updateTask from './update-task.ts';

/** In the order of the reference pages. */
export const operations = [listTasks, createTask, getTask, updateTask, deleteTask];
