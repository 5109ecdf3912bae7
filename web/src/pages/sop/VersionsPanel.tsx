import { Spoken } from "../../ui/Spoken";
import { useState } from "react";
import type { Difference, SopPageData, SopVersion } from "../../api/types";
import { useGet } from "../../api/use";
import { Empty, Failure } from "../../ui/parts";
import { masked, moment } from "../../ui/words";

export function VersionsPanel({ page }: { page: SopPageData }) {
  const [picked, setPicked] = useState<string | null>(null);
  if (!page.versions.length) {
    return (
      <Empty icon="file" title="No earlier versions yet">
        The first time that it is saved here, what was there before is kept too.
      </Empty>
    );
  }
  return (
    <div className="versions">
      <ol className="stack" style={{ gap: ".35rem" }}>
        {page.versions.map((version, place) => (
          <li key={`${version.artefact}-${version.saved}-${place}`}>
            <VersionButton version={version} newest={place === 0} picked={picked === version.artefact} onPick={() => setPicked(version.artefact)} />
          </li>
        ))}
      </ol>
      {picked ? <Differences name={page.name} artefact={picked} hash={page.hash} /> : <p className="soft">Choose a version to see what is different now.</p>}
    </div>
  );
}

function VersionButton({ version, newest, picked, onPick }: { version: SopVersion; newest: boolean; picked: boolean; onPick: () => void }) {
  return (
    <button className="option" style={{ width: "100%", gridTemplateColumns: "1fr" }} aria-pressed={picked} onClick={onPick}>
      <span>
        <b>Version {version.version}</b> {newest ? <span className="badge tone-good">now</span> : null}
        <span className="soft small">
          {" "}
          · {moment(version.saved)}
          {version.by ? ` · ${version.by}` : ""}
          {version.note ? ` · ${version.note}` : ""}
        </span>
      </span>
    </button>
  );
}

function Differences({ name, artefact, hash }: { name: string; artefact: string; hash: string }) {
  // The address names what it is compared with, so that it is read anew when that changes.
  const found = useGet<Difference[]>(
    `/api/console/sops/${encodeURIComponent(name)}/versions/${encodeURIComponent(artefact)}?now=${hash.slice(0, 12)}`,
  );
  if (found.error) return <Failure error={found.error} />;
  if (!found.data) return <div aria-busy="true" />;
  if (!found.data.length) return <p className="soft">Nothing is different now.</p>;
  const groups = Map.groupBy(
    found.data.filter((each) => !each.follows),
    (each) => each.words,
  );
  return (
    <section className="card stack" aria-label="What is different now">
      {[...groups].map(([words, differences]) => (
        <div key={words}>
          <h3>{masked(words)}</h3>
          {differences.map((each, place) => (
            <div key={place} className="difference small">
              {each.field ? <span className="soft">{each.field.replaceAll("_", " ")}</span> : null}
              {each.before ? <del><Spoken text={each.before} /></del> : null}
              {each.after ? <ins><Spoken text={each.after} /></ins> : null}
              {!each.before && !each.after ? <span><Spoken text={each.sentence} /></span> : null}
            </div>
          ))}
        </div>
      ))}
    </section>
  );
}
