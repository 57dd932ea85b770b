-- Sends the requests of the file REQUESTS over and over: a line each, method, path, cookie and body between tabs.
local requests, count, at = {}, 0, 0

function init()
  for line in io.lines(os.getenv("REQUESTS")) do
    local method, path, cookie, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = { ["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64) wrk/4.1" }
    if cookie ~= "" then headers["Cookie"] = cookie end
    if body ~= "" then headers["Content-Type"] = "application/json" end
    count = count + 1
    requests[count] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end
end

function request()
  at = at % count + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
