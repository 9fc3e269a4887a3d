import { html, nothing } from 'lit';

const NUMBERS = new Intl.NumberFormat('en-US');
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 4 });

export const BY = { bot: 'Agent', owner: 'Owner', model: 'Model', day: 'Day' };

export const dollars = (micros) => DOLLARS.format(micros / 1e6);

/**
 * What was used, a row for each of what it was added up by.
 *
 * @param name how the key of a row is shown
 */
export function usageTable({ rows, total, by, more }, name) {
  return html`
    <div class="usage-table" tabindex="0" role="region" aria-label="What was used, by ${(BY[by] ?? by).toLowerCase()}">
      <table>
        <thead>
          <tr><th scope="col">${BY[by] ?? by}</th><th scope="col">Calls</th><th scope="col">Input tokens</th><th scope="col">Output tokens</th><th scope="col">Cost</th></tr>
        </thead>
        <tbody>
          ${rows.map((each) => row(name(each.key), each))}
        </tbody>
        <tfoot>
          ${row('Total', total)}
        </tfoot>
      </table>
      ${more ? html`<p class="faint">Only the first rows are shown; the total is of all.</p>` : nothing}
    </div>
  `;
}

function row(name, { calls, inputTokens, outputTokens, costMicros }) {
  return html`
    <tr>
      <th scope="row">${name}</th>
      <td>${NUMBERS.format(calls)}</td>
      <td>${NUMBERS.format(inputTokens)}</td>
      <td>${NUMBERS.format(outputTokens)}</td>
      <td>${dollars(costMicros)}</td>
    </tr>
  `;
}
