// Three sounds, made here of noise and waves and fetched from nowhere: a knock, a hiss, a bell. Off until chosen.

let context = null;
const ready = () => {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
};

/** A gain that falls away within some seconds, connected to what is heard. */
const fading = (loud, seconds, at) => {
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(context.destination);
  return gain;
};

const wave = (pitch, loud, seconds, at) => {
  const one = context.createOscillator();
  one.frequency.setValueAtTime(pitch, at);
  one.connect(fading(loud, seconds, at));
  one.start(at);
  one.stop(at + seconds);
  return one;
};

const noise = (kind, pitch, loud, seconds, at) => {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  const one = context.createBufferSource();
  one.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = kind;
  filter.frequency.setValueAtTime(pitch, at);
  one.connect(filter).connect(fading(loud, seconds, at));
  one.start(at);
};

const SOUNDS = {
  knock: (at) => {
    for (const after of [0, 0.22, 0.4]) {
      wave(92, 0.5, 0.16, at + after).frequency.exponentialRampToValueAtTime(48, at + after + 0.14);
      noise("lowpass", 700, 0.25, 0.05, at + after);
    }
  },
  hiss: (at) => {
    noise("highpass", 2600, 0.16, 0.9, at);
    noise("bandpass", 900, 0.1, 0.35, at);
  },
  bell: (at) => {
    for (const [times, loud, lasts] of [
      [1, 0.22, 2.2],
      [2.76, 0.09, 1.3],
      [5.4, 0.05, 0.7],
    ])
      wave(660 * times, loud, lasts, at);
  },
};

/** Let one of the sounds be heard, by its name; no name is silence. */
export const play = (name) => {
  if (!SOUNDS[name]) return;
  try {
    SOUNDS[name](ready().currentTime + 0.02);
    document.documentElement.dataset.localHeard = name;
  } catch {
    // A browser without sound shows all the same.
  }
};
