// The list that was picked: how many items, and what can be read of each, to be looked at before it is used.

import { capital, counted } from "../../ui/words";
import type { PickedList } from "./pick";

export function ListFound({ list }: { list: PickedList | null }) {
  if (!list) return null;
  const names = list.fields.map((field) => field.name);
  return (
    <section className="stack tight" aria-label="The list that was found">
      <h3>{counted(list.count, "item")}</h3>
      {names.length ? (
        <div style={{ overflow: "auto" }}>
          <table className="table small">
            <thead>
              <tr>
                {names.map((name) => (
                  <th key={name}>{capital(name.replaceAll("_", " "))}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.records.map((record, place) => (
                <tr key={place}>
                  {names.map((name) => (
                    <td key={name}>{record[name]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="soft small">Nothing tells them apart.</p>
      )}
    </section>
  );
}
