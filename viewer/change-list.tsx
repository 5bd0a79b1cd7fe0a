import { useEffect, useRef, useState } from 'preact/hooks';
import { ok } from '../client/client.ts';
import type { ShownChange } from './change-filters.ts';
import { api, type Session, sentenceOf } from './session.ts';
import { texts } from './texts.ts';
import { useKeys } from './use-keys.ts';

interface Props {
  comparison_id: string;
  changes: readonly ShownChange[];
  current: ShownChange | undefined;
  permission: Session['permission'];
  onSelect(change: ShownChange): void;
  onChanged(change: ShownChange): void;
}

type ReviewBody = { status?: ShownChange['status']; comment?: string | null };

/** The texts, images, cost and review of the selected change. */
const ChangeDetails = ({
  comparison_id,
  change,
  permission,
  onChanged,
}: Pick<Props, 'comparison_id' | 'permission' | 'onChanged'> & { change: ShownChange }) => {
  const [comment, setComment] = useState(change.comment ?? '');
  const [message, setMessage] = useState('');

  const save = async (body: ReviewBody) => {
    const params = { path: { drawing_comparison_id: comparison_id, number: change.number } };
    const route = '/api/v1/drawing-comparisons/{drawing_comparison_id}/items/{number}';
    try {
      onChanged((await ok(api.PATCH(route, { params, body }))) as ShownChange);
      setMessage(texts.saved);
    } catch (error) {
      setMessage(`${texts.notSaved} ${sentenceOf(error)}`);
    }
  };
  const toggle = (status: 'accepted' | 'rejected') => save({ status: change.status === status ? 'open' : status });
  useKeys(permission === 'review' ? { a: () => toggle('accepted'), r: () => toggle('rejected') } : {});

  return (
    <div class="change-details">
      {(change.old_text ?? change.new_text) !== undefined && (
        <dl>
          <dt>{texts.before}</dt>
          <dd>{change.old_text ?? '–'}</dd>
          <dt>{texts.after}</dt>
          <dd>{change.new_text ?? '–'}</dd>
        </dl>
      )}
      <div class="crops">
        {change.older_crop_url && <img src={change.older_crop_url} alt={texts.before} />}
        {change.newer_crop_url && <img src={change.newer_crop_url} alt={texts.after} />}
      </div>
      {change.cost_estimate && <p>{change.cost_estimate.arithmetic}</p>}
      {permission === 'review' && (
        <div class="tools">
          <button type="button" aria-pressed={change.status === 'accepted'} onClick={() => toggle('accepted')}>
            {texts.accept}
          </button>
          <button type="button" aria-pressed={change.status === 'rejected'} onClick={() => toggle('rejected')}>
            {texts.reject}
          </button>
        </div>
      )}
      {permission === 'view' ? (
        change.comment && <p class="comment">{change.comment}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save({ comment: comment.trim() === '' ? null : comment });
          }}
        >
          <label>
            {texts.comment}
            <textarea rows={2} value={comment} onInput={(event) => setComment(event.currentTarget.value)} />
          </label>
          <button type="submit">{texts.saveComment}</button>
        </form>
      )}
      <p role="status">{message}</p>
    </div>
  );
};

const Entry = ({ change, isCurrent, onSelect }: { change: ShownChange; isCurrent: boolean; onSelect(): void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const facts = [change.trade, change.place, change.status === 'open' ? undefined : texts[change.status]];
  return (
    <button type="button" ref={button} aria-current={isCurrent ? 'true' : undefined} onClick={onSelect}>
      <span class={`number rating-${change.difference_rating}`}>{change.number}</span>
      <span>
        {change.description}
        <small>
          {texts.rating(change.difference_rating)}
          {change.cost_effect !== 0 &&
            ` · ${texts.cost} ${change.cost_effect > 0 ? '+' : '−'}${Math.abs(change.cost_effect)}`}
          {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
        </small>
      </span>
    </button>
  );
};

/** The changes in their order of importance; the selected one with its details. */
export const ChangeList = ({ comparison_id, changes, current, permission, onSelect, onChanged }: Props) => {
  if (changes.length === 0) return <p>{texts.noChanges}</p>;
  return (
    <ol class="changes">
      {changes.map((change) => {
        const isCurrent = change.number === current?.number;
        return (
          <li key={change.number} class={change.status}>
            <Entry change={change} isCurrent={isCurrent} onSelect={() => onSelect(change)} />
            {isCurrent && (
              <ChangeDetails
                comparison_id={comparison_id}
                change={change}
                permission={permission}
                onChanged={onChanged}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
};
