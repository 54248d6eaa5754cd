# Bash reads this before the examples of a page: the first command that fails ends them, and is named with its line.
set -eEo pipefail
trap 'echo "${BASH_SOURCE[0]}:$LINENO: $BASH_COMMAND" >&2' ERR

# curl fails where a reader would read a refusal: on a status from 400 on, and on "errors" in an answer of GraphQL.
curl() {
  local answer code=0
  answer=$(mktemp)
  # curl takes one of the two options.
  [[ " $* " == *' -f '* ]] || set -- --fail-with-body "$@"
  command curl --silent --show-error "$@" > "$answer" || code=$?
  cat "$answer"
  # A stream ends by its --max-time, which curl calls an error.
  [[ $code == 28 && " $* " == *' -N '* ]] && code=0
  [[ $code == 0 && " $* " == *'/graphql '* ]] && grep -q '"errors"' "$answer" && code=1
  rm "$answer"
  return $code
}
