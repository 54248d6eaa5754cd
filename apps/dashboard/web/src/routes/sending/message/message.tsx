export default function M() {
  return null;
}
